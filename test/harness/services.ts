import { installHeadlessShell } from './chromium-program.ts'
import { makeTemplate } from './engines.ts'
import { makeFileTemplate } from './file-template.ts'
import { sharedPostgres, whyNoPostgres } from './postgres.ts'

/** Services that all files of a run share. They are started once, and files find them through the environment. */
export const startServices = async () => {
  installHeadlessShell()
  const TEST_FILE_TEMPLATE = await makeFileTemplate()
  if (whyNoPostgres()) return { environment: { TEST_FILE_TEMPLATE }, stop: async () => {} }
  const postgres = await sharedPostgres()
  const template = await makeTemplate()
  return {
    environment: {
      TEST_FILE_TEMPLATE,
      TEST_DATABASE_URL: postgres.url('postgres'),
      TEST_DATABASE_TEMPLATE: new URL(template).pathname.slice(1),
    },
    async stop() {
      await postgres.drop(template)
      await postgres.stop()
    },
  }
}
