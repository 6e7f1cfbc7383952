import { readFileSync } from 'node:fs'
import type { Setting } from './setting.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The text of a setting, and the variable that it comes from. */
type Given = { text: string; by: string }

type Named = Pick<Setting<unknown>, 'isSecret' | 'formerName'>

/**
 * Finds a setting in the environment, by its name or its former name. A secret may also be in the file that a variable
 * names.
 */
export const findText = (
  environment: Environment,
  name: string,
  { isSecret, formerName }: Named,
  faults: string[],
): Given | undefined => {
  const find = isSecret ? findSecret : findPlain
  const given = find(environment, name, faults)
  const former = formerName === undefined ? undefined : find(environment, formerName, faults)
  if (given && former && given.text !== former.text) {
    faults.push(`${given.by} and ${former.by} are one setting, and differ: remove ${former.by}`)
  }
  return given ?? former
}

const findPlain = (environment: Environment, name: string): Given | undefined => {
  const text = environment[name]
  // Many tools unset a variable by making it empty.
  return text ? { text, by: name } : undefined
}

const findSecret = (environment: Environment, name: string, faults: string[]): Given | undefined => {
  const plain = findPlain(environment, name)
  const file = findPlain(environment, `${name}_FILE`)
  if (!file) return plain
  if (plain) {
    faults.push(`${name} and ${file.by} are both set: remove one of them`)
    return undefined
  }
  try {
    const text = readFileSync(file.text, 'utf8').replace(/\r?\n$/, '')
    if (text !== '') return { text, by: file.by }
    faults.push(`${file.by} names an empty file`)
  } catch (error) {
    // Do not repeat the path, because it may be the secret itself, set by mistake.
    const { code } = error as NodeJS.ErrnoException
    faults.push(`${file.by} must name a file that can be read (${code})`)
  }
  return undefined
}
