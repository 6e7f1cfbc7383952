import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { builtText } from '../../reference/openapi/built-document.ts'

export const openapiCommand = (command: Command): void => {
  command.option('--out <file>', 'write it to a file instead').action(async ({ out }: { out?: string }) => {
    const text = await builtText()
    if (out) await writeFile(out, text)
    else process.stdout.write(text)
  })
}
