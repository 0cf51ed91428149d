// SPDX-License-Identifier: GPL-3.0-or-later
// Templates, lambdas, operators, virtual functions, namespaces, long names.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace geometry::detail
{
template <typename T, int N> struct point {
    T v[N];
    point operator+(const point &o) const
    {
        point r = *this;
        for (int i = 0; i < N; i++)
            r.v[i] += o.v[i];
        return r;
    }
    bool operator<(const point &o) const { return v[0] < o.v[0]; }
    T &operator[](int i) { return v[i]; }
    explicit operator bool() const { return v[0] != T{}; }
};

struct shape {
    virtual ~shape() = default;
    virtual double area() const = 0;
};

struct square : shape {
    double side;
    explicit square(double s) : side(s) {}
    double area() const override { return side * side; }
};

struct circle : shape {
    double radius;
    explicit circle(double r) : radius(r) {}
    double area() const override { return 3 * radius * radius; }
};
} // namespace geometry::detail

namespace
{
int hidden(int n)
{
    return n > 1 ? hidden(n - 1) + hidden(n - 2) : n;
}
} // namespace

template <typename F> static auto apply(F f, int n)
{
    return f(n);
}

template <typename Container> int total(const Container &c)
{
    int s = 0;
    for (const auto &e : c)
        s += static_cast<int>(e.second.size()) + e.first;
    return s;
}

static int run(int n)
{
    using geometry::detail::point;
    std::map<int, std::vector<std::string>> table;
    std::vector<point<int, 3>> points;
    int s = 0;

    for (int i = 0; i < n; i++) {
        table[i % 17].push_back(std::to_string(i));
        points.push_back(point<int, 3>{{n - i, i, 1}} + point<int, 3>{{1, 2, 3}});
        s += apply([i](int m) { return m + i; }, i);
    }
    std::sort(points.begin(), points.end());
    std::function<int(int)> f = [&](int i) { return points[static_cast<size_t>(i)][0]; };
    for (int i = 0; i < n; i++)
        s += f(i) + (points[static_cast<size_t>(i)] ? 1 : 0);
    return s + total(table) + hidden(15);
}

int main()
{
    geometry::detail::square square(3);
    geometry::detail::circle circle(2);
    const geometry::detail::shape *shapes[] = {&square, &circle};
    double area = 0;
    int s = 0;

    for (int i = 0; i < 20; i++) {
        area += shapes[i % 2]->area();
        s += run(200 + i);
    }
    std::printf("%d %.0f\n", s, area);
    return 0;
}
