// Stops with 100,000 events and 500 failing webhooks: see `rounds`.
import '../faults/stopping.test.ts'
