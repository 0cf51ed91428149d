! SPDX-License-Identifier: GPL-3.0-or-later
! truth N: threads of OpenMP call two subroutines of unlike cost, which call a third, until N
! samples are taken (steps.h); prints for each its name and its share of them, callees included, in percent,
! by those that were taken at entry and exit.
module shares
  use iso_c_binding
  implicit none
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
    call work(100, x)
    x = x * 0.5d0
  end subroutine

  subroutine light(x)
    real(8), intent(inout) :: x
    integer :: i
    do i = 1, 4
      call work(3, x)
    end do
    x = x * 0.5d0
  end subroutine
end module

program truth
  use shares
  implicit none
  character(len=20) :: argument
  integer(c_long) :: wanted, all, in_heavy, in_light, t0, t1, t2
  real(8) :: x
  integer :: i
  call get_command_argument(1, argument)
  read (argument, *) wanted
  all = 0
  in_heavy = 0
  in_light = 0
  do while (all < wanted)
    !$omp parallel do private(x, t0, t1, t2) reduction(+: all, in_heavy, in_light)
    do i = 1, 4
      x = real(i, 8)
      call steps_begin(97)
      t0 = steps_taken()
      call heavy(x)
      t1 = steps_taken()
      call light(x)
      t2 = steps_taken()
      call steps_end()
      all = all + (t2 - t0)
      in_heavy = in_heavy + (t1 - t0)
      in_light = in_light + (t2 - t1)
    end do
    !$omp end parallel do
  end do
  write (*, '(a, f7.2)') '__shares_MOD_heavy ', 100d0 * in_heavy / all
  write (*, '(a, f7.2)') '__shares_MOD_light ', 100d0 * in_light / all
end program
