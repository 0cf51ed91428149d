! SPDX-License-Identifier: GPL-3.0-or-later
! Calls work 1000 times, through a pointer so that it is not inlined.
module leaves
contains
  subroutine work(n)
    integer, intent(inout) :: n
    n = n + 1
  end subroutine
end module

program prog
  use leaves
  type to_call
    procedure(work), pointer, nopass :: it
  end type
  type(to_call), volatile :: called
  integer :: i, n = 0
  called%it => work
  do i = 1, 1000
    call called%it(n)
  end do
  if (n /= 1000) stop 1
end program
