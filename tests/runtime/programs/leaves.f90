! SPDX-License-Identifier: GPL-3.0-or-later
! leaves MS: two subroutines call one function, which ends its frame long before it returns, one of them
! ten times as often, until MS milliseconds of CPU time are used; prints for each its name and its share of
! the time, callees included, in percent, by the clock at entry and exit.
module grid
  use iso_c_binding
  implicit none
  integer, parameter :: n = 200
  type, bind(c) :: timespec
    integer(c_long) :: seconds, ns
  end type
  interface
    integer(c_int) function clock_gettime(clock, t) bind(c)
      import
      integer(c_int), value :: clock
      type(timespec) :: t
    end function
  end interface
contains
  real(8) function cpu()
    type(timespec) :: t
    integer(c_int) :: ignored
    ignored = clock_gettime(3_c_int, t) ! of the thread
    cpu = real(t%seconds, 8) + 1d-9 * real(t%ns, 8)
  end function

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
  real(8) :: wanted, all, relax_time, edge_time, t0, t1, t2
  real(8), allocatable :: u(:, :)
  call get_command_argument(1, argument)
  read (argument, *) wanted
  wanted = wanted * 1d-3
  allocate (u(0:n + 1, 0:n + 1))
  u = 1
  all = 0
  relax_time = 0
  edge_time = 0
  do while (all < wanted)
    t0 = cpu()
    call relax(u)
    t1 = cpu()
    call edge(u)
    t2 = cpu()
    all = all + (t2 - t0)
    relax_time = relax_time + (t1 - t0)
    edge_time = edge_time + (t2 - t1)
  end do
  write (*, '(a, f7.2)') '__grid_MOD_relax ', 100 * relax_time / all
  write (*, '(a, f7.2)') '__grid_MOD_edge ', 100 * edge_time / all
end program
