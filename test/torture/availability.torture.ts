// Runs every failover: see `isTorture`.
import '../faults/availability.test.ts'
