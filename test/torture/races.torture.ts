// Runs races on one replica and on several many times: see `rounds`.
import '../e2e/audit-log.test.ts'
import '../e2e/client.test.ts'
import '../e2e/replicas.test.ts'
import '../kept-responses.long.test.ts'
import '../orders-model.test.ts'
