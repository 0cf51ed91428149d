! SPDX-License-Identifier: GPL-3.0-or-later
module sums
  implicit none
contains
  recursive function fib(n) result(r)
    integer, intent(in) :: n
    integer :: r
    if (n < 2) then
      r = n
    else
      r = fib(n - 1) + fib(n - 2)
    end if
  end function fib

  subroutine fill(a)
    real, intent(out) :: a(:)
    integer :: i
    do i = 1, size(a)
      a(i) = real(mod(i * 7, 13))
    end do
  end subroutine fill
end module sums

program fort
  use sums
  implicit none
  real :: a(1000)
  real :: total
  integer :: i
  total = 0.0
  do i = 1, 50
    call fill(a)
    total = total + sum(a) + real(fib(mod(i, 14)))
  end do
  print '(f12.1)', total
end program fort
