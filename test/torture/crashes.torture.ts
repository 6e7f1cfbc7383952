// Kills under load, of the program and of PostgreSQL, many times over: see `rounds`.
import '../faults/crash.test.ts'
import '../faults/postgres-away.test.ts'
