/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls between a program and two libraries, in all directions; library.c twice, as a_ and b_. */
void a_work(int n);
void a_burn(int n);
void a_back(void (*call)(void), int n);
void b_work(int n);
void b_burn(int n);

__attribute__((noinline)) void called_back(void)
{
    b_work(2);
    __asm__ volatile("# called_back");
}

int main(void)
{
    a_work(1000);
    a_back(called_back, 30);
    a_burn(60);
    b_burn(120);
    return 0;
}
