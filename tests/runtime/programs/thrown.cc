// SPDX-License-Identifier: GPL-3.0-or-later
// thrown N M: templates, virtual functions, and exceptions through several of them, N times for M numbers.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

template <class T> struct Tree {
    struct Node {
        T value;
        Node *less = nullptr, *more = nullptr;
    };
    Node *root = nullptr;
    void add(const T &value)
    {
        Node **at = &root;
        while (*at)
            at = value < (*at)->value ? &(*at)->less : &(*at)->more;
        *at = new Node{value};
    }
    template <class F> static void each(const Node *n, F f)
    {
        if (!n)
            return;
        each(n->less, f);
        f(n->value);
        each(n->more, f);
    }
    static void drop(Node *n)
    {
        if (!n)
            return;
        drop(n->less);
        drop(n->more);
        delete n;
    }
    ~Tree() { drop(root); }
};

struct Shape {
    virtual double size(int n) const = 0;
    virtual ~Shape() = default;
};

struct Round : Shape {
    double size(int n) const override
    {
        if (n % 5 == 0)
            throw std::runtime_error("round " + std::to_string(n));
        return n * 3.14;
    }
};

struct Square : Shape {
    double size(int n) const override { return (double)n * n; }
};

static double measure(const std::vector<Shape *> &shapes, int n)
{
    double sum = 0;
    for (const Shape *s : shapes)
        sum += s->size(n);
    return sum;
}

static double guarded(const std::vector<Shape *> &shapes, int n, std::map<std::string, int> &failed)
{
    try {
        return measure(shapes, n);
    } catch (const std::runtime_error &e) {
        failed[e.what()]++;
        return 0;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1, m = argc > 2 ? atoi(argv[2]) : 60;
    Round round;
    Square square;
    std::vector<Shape *> shapes{&square, &round};
    double all = 0;
    for (int i = 0; i < n; i++) {
        std::map<std::string, int> failed;
        Tree<int> tree;
        std::vector<std::string> words;
        for (int k = 0; k < m; k++) {
            all += guarded(shapes, k, failed);
            tree.add(k * 7919 % 61);
            words.push_back("word " + std::to_string(k * 31 % 17));
        }
        std::sort(words.begin(), words.end(), [](const std::string &a, const std::string &b) { return b < a; });
        Tree<int>::each(tree.root, [&all](int value) { all += value; });
        all += (double)failed.size() + (double)words[0].size();
    }
    printf("%.0f\n", all);
}
