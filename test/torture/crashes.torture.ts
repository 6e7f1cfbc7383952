// Kills the program, imports and PostgreSQL under load many times, and connects many slow clients: see `rounds`.
import '../operating/npm-start.test.ts'
import '../e2e/photos.test.ts'
import '../operating/transfer.test.ts'
import '../faults/crash.test.ts'
import '../faults/mail-killed.test.ts'
import '../faults/postgres-away.test.ts'
import '../faults/slow-clients.test.ts'
