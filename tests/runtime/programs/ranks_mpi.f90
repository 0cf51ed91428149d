! SPDX-License-Identifier: MIT
! As ranks.c without arguments, with threads: work calls leaf 1000 times for each rank up to its own.
program ranks
  use mpi
  implicit none
  integer :: rank, ierr, provided
  call MPI_INIT_THREAD(MPI_THREAD_FUNNELED, provided, ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  call work(rank)
  call MPI_FINALIZE(ierr)
end program

subroutine work(rank)
  implicit none
  integer :: rank, i
!$omp parallel do num_threads(2)
  do i = 1, 1000 * (rank + 1)
    call leaf(i)
  end do
end subroutine

subroutine leaf(i)
  implicit none
  integer :: i
  if (i < 0) print *, i
end subroutine
