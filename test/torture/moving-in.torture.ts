// Imports a Petfinder file with a thousand animals and the URLs of their photos in one command, and exports it again.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { petfinderAnimal, shelter } from '../../examples/make-moving-in.ts'
import { engines, freshDatabase } from '../harness/engines.ts'
import { basicEnvironment } from '../harness/environment.ts'
import { jpeg } from '../harness/images.ts'
import { cli, cliProgram } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const ANIMALS = 1_000
/** The fields that we do not store, according to the guide. */
const placeless = ['organization_id', 'url', 'contact', '_links', 'status_changed_at']
/** URLs of this store, from which the images are fetched. */
const addresses = ['photos', 'primary_photo_cropped']

/** Each image has its own size, so that it can be recognised. */
const sizeOf = (animal: number, photo: number): [width: number, height: number] => [
  40 + (animal % 50),
  20 + Math.floor(animal / 50) + photo * 25,
]

const photoCount = (animal: number): number => animal % 4

const photoHost = async () => {
  const server = createServer(async ({ url = '' }, response) => {
    const [, animal, photo] = /^\/(\d+)-(\d+)\.jpg/.exec(url) ?? []
    if (animal === undefined || photo === undefined) return response.writeHead(404).end()
    return response.end(await jpeg(...sizeOf(Number(animal), Number(photo))))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: (animal: number, photo: number) => `http://127.0.0.1:${port}/${animal}-${photo}.jpg`,
    [Symbol.asyncDispose]: async () => void server.close(),
  }
}

/** Lists the files in the folder of photos by name. */
const filesIn = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) => [name, join(parentPath, name)]),
  )

for (const engine of engines) {
  test(`${engine}: one command imports a thousand Petfinder animals with photos, and an export returns them unchanged`, async (t) => {
    using folder = temporaryFolder()
    await using host = await photoHost()
    const { url, remove } = await freshDatabase(engine, folder.path)
    t.after(remove)
    const media = join(folder.path, 'photos')
    const environment = {
      ...basicEnvironment,
      DATABASE_URL: url,
      MEDIA_URL: media,
      SECRET_KEY: 'a key of tests and of nobody else',
      WEBHOOK_ALLOW_PRIVATE: 'true',
    }
    const animals = shelter(ANIMALS).map((animal) =>
      petfinderAnimal({
        ...animal,
        photos: Array.from({ length: photoCount(animal.number) }, (_, at) => host.url(animal.number, at)),
      }),
    )
    const [from, to] = [join(folder.path, 'in.json'), join(folder.path, 'out.json')]
    writeFileSync(from, JSON.stringify({ animals }))
    const account = ['--account', await addAccount(environment), '--json']
    const read = async (...more: string[]) => {
      const args = ['import', from, '--from', 'petfinder', '--photos', ...more, ...account]
      return JSON.parse((await cliProgram(environment, ...args)).stdout)
    }
    const photos = animals.reduce((sum, animal) => sum + animal.photos.length, 0)
    const first = await read()
    assert.deepEqual([first.added, first.refused, first.photosAdded], [ANIMALS, 0, photos])
    const noPlace: { field: string }[] = first.noPlace
    const named = noPlace.map(({ field }) => field.split('.')[0] ?? '')
    assert.deepEqual(
      [...new Set(named)].filter((field) => !placeless.includes(field)),
      [],
    )
    const again = await read('--again')
    assert.deepEqual([again.added, again.updated, again.photosAdded], [0, 0, 0])

    await cliProgram(environment, 'export', to, '--to', 'petfinder')
    const out: typeof animals = JSON.parse(readFileSync(to, 'utf8')).animals
    const byId = new Map(out.map((animal) => [animal.id, animal]))
    const files = filesIn(media)
    assert.equal(out.length, ANIMALS)
    for (const [at, animal] of animals.entries()) {
      const found = byId.get(animal.id)
      for (const [name, value] of Object.entries(animal)) {
        if (placeless.includes(name) || addresses.includes(name)) continue
        assert.deepEqual(found?.[name as keyof typeof animal], value, `${name} of ${animal.id}`)
      }
      const sizes = (found?.photos ?? []).map(async ({ full }) => {
        const { width, height } = await sharp(files.get(full.split('/').at(-1) ?? '')).metadata()
        return [width, height]
      })
      const wanted = animal.photos.map((_, photo) => sizeOf(at + 1, photo))
      assert.deepEqual(await Promise.all(sizes), wanted, String(animal.id))
    }
  })
}

const addAccount = async (environment: Record<string, string>): Promise<string> => {
  const args = ['accounts', 'create', '--name', 'shelter', '--plan', 'pro', '--json']
  return String(JSON.parse((await cli(environment, ...args)).stdout).id)
}
