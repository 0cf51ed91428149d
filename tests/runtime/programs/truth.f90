! SPDX-License-Identifier: GPL-3.0-or-later
! truth MS: threads of OpenMP call two subroutines of unlike cost, which call a third, until MS
! milliseconds of CPU time are used; prints for each its name and its share of the time, callees included,
! in percent, by the clock at entry and exit.
module shares
  use iso_c_binding
  implicit none
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

  subroutine work(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x
    integer :: i
    do i = 1, n
      x = x + sin(x + real(i, 8))
    end do
  end subroutine

  subroutine heavy(x)
    real(8), intent(inout) :: x
    call work(60000, x)
    x = x * 0.5d0
  end subroutine

  subroutine light(x)
    real(8), intent(inout) :: x
    integer :: i
    do i = 1, 40
      call work(400, x)
    end do
    x = x * 0.5d0
  end subroutine
end module

program truth
  use shares
  implicit none
  character(len=20) :: argument
  real(8) :: wanted, all, heavy_time, light_time, x, t0, t1, t2
  integer :: i
  call get_command_argument(1, argument)
  read (argument, *) wanted
  wanted = wanted * 1d-3
  all = 0
  heavy_time = 0
  light_time = 0
  do while (all < wanted)
    !$omp parallel do private(x, t0, t1, t2) reduction(+: all, heavy_time, light_time)
    do i = 1, 8
      x = real(i, 8)
      t0 = cpu()
      call heavy(x)
      t1 = cpu()
      call light(x)
      t2 = cpu()
      all = all + (t2 - t0)
      heavy_time = heavy_time + (t1 - t0)
      light_time = light_time + (t2 - t1)
    end do
    !$omp end parallel do
  end do
  write (*, '(a, f7.2)') '__shares_MOD_heavy ', 100 * heavy_time / all
  write (*, '(a, f7.2)') '__shares_MOD_light ', 100 * light_time / all
end program
