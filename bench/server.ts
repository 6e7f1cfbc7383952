// The service as `serve` runs it, with one option that is not a setting because only the benchmark needs it.
// usage: node bench/server.ts [--one-transaction-a-request]
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createLogger } from '../server/platform/log.ts'
import { compose } from '../server/program/compose.ts'
import { readConfig } from '../server/program/config.ts'
import { prepareDatabase } from '../server/program/schema/prepare-database.ts'

const config = readConfig(process.env)
const log = createLogger(config.logLevel)
const groupCommit = !process.argv.includes('--one-transaction-a-request')
await prepareDatabase(config.database, 'upgrade')
const { app, close } = await compose(config, { log, groupCommit })
await app.listen({ host: config.host, port: config.port })
const { port } = app.server.address() as AddressInfo
log.info({ address: `http://${config.host}:${port}` }, 'ready')
await once(process, 'SIGTERM')
await close()
