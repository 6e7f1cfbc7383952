/** A file to send. `{ path }` is for Node.js, Deno and Bun; everything else works in a browser too. */
export type FileSource =
  | Blob
  | ArrayBuffer
  | ArrayBufferView
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | { path: string }

/** Reads the whole file, so that it can be sent more than once. */
export const blobOf = async (file: FileSource): Promise<Blob> => {
  if (file instanceof Blob) return file
  if (file instanceof ArrayBuffer || ArrayBuffer.isView(file)) return new Blob([bytes(file)])
  if ('path' in file && typeof file.path === 'string') return fromPath(file.path)
  const parts: BlobPart[] = []
  for await (const part of chunksOf(file as Stream)) parts.push(bytes(part))
  return new Blob(parts)
}

type Stream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>

/** Some browsers cannot iterate over a stream. */
async function* chunksOf(stream: Stream): AsyncGenerator<Uint8Array> {
  if (!('getReader' in stream)) return yield* stream
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

type BlobPart = NonNullable<ConstructorParameters<typeof Blob>[0]>[number]

// Blob accepts every view, but its type excludes views on shared memory.
const bytes = (view: ArrayBuffer | ArrayBufferView): BlobPart => view as BlobPart

type NodeLike = {
  process?: {
    getBuiltinModule?: (name: string) => { readFile(path: string): Promise<Uint8Array> }
  }
}

/** Avoids an import, which a bundler for browsers could not resolve. */
const fromPath = async (path: string): Promise<Blob> => {
  const files = (globalThis as NodeLike).process?.getBuiltinModule?.('node:fs/promises')
  if (!files) throw new TypeError('a path can be read on Node.js 22, Deno or Bun alone')
  return new Blob([bytes(await files.readFile(path))])
}
