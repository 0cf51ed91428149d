! SPDX-License-Identifier: GPL-3.0-or-later
! leaves N: two subroutines call one function, which ends its frame long before it returns, one of them
! ten times as often, until N samples are taken (steps.h); prints for each its name and its share of
! them, callees included, in percent, by those that were taken at entry and exit.
module grid
  use iso_c_binding
  implicit none
  integer, parameter :: n = 20
  interface
    subroutine steps_begin(every) bind(c)
      import
      integer(c_int), value :: every
    end subroutine
    subroutine steps_end() bind(c)
    end subroutine
    integer(c_long) function steps_taken() bind(c)
      import
    end function
  end interface
contains
  pure real(8) function stencil(u, i, j)
    real(8), intent(in) :: u(0:, 0:)
    integer, intent(in) :: i, j
    stencil = 0.25d0 * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1))
  end function

  subroutine relax(u)
    real(8), intent(inout) :: u(0:, 0:)
    integer :: i, j
    do j = 1, n
      do i = 1, n
        u(i, j) = stencil(u, i, j)
      end do
    end do
  end subroutine

  subroutine edge(u)
    real(8), intent(inout) :: u(0:, 0:)
    integer :: i, j
    do j = 1, n / 10
      do i = 1, n
        u(i, j) = stencil(u, i, j)
      end do
    end do
  end subroutine
end module

program leaves
  use grid
  implicit none
  character(len=20) :: argument
  integer(c_long) :: wanted, all, in_relax, in_edge, t0, t1, t2
  real(8), allocatable :: u(:, :)
  call get_command_argument(1, argument)
  read (argument, *) wanted
  allocate (u(0:n + 1, 0:n + 1))
  u = 1
  all = 0
  in_relax = 0
  in_edge = 0
  call steps_begin(97)
  do while (all < wanted)
    t0 = steps_taken()
    call relax(u)
    t1 = steps_taken()
    call edge(u)
    t2 = steps_taken()
    all = all + (t2 - t0)
    in_relax = in_relax + (t1 - t0)
    in_edge = in_edge + (t2 - t1)
  end do
  call steps_end()
  write (*, '(a, f7.2)') '__grid_MOD_relax ', 100d0 * in_relax / all
  write (*, '(a, f7.2)') '__grid_MOD_edge ', 100d0 * in_edge / all
end program
