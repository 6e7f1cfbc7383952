import { hash } from 'node:crypto'
import { defineConfig } from 'vite'
import { catalogues } from './languages/catalogues.ts'

const texts = Object.entries(catalogues).map(([language, catalogue]) => ({
  fileName: `gallery.${language}.json`,
  source: JSON.stringify(catalogue),
}))
const version = hash('sha256', texts.map(({ source }) => source).join()).slice(0, 8)

// Vite needs a default export.
export default defineConfig({
  root: import.meta.dirname,
  define: { TEXTS_VERSION: JSON.stringify(version) },
  plugins: [
    {
      name: 'gallery-texts',
      generateBundle() {
        for (const file of texts) this.emitFile({ type: 'asset', ...file })
      },
    },
  ],
  build: {
    target: 'es2022',
    // Browsers that support what the script needs: constructed style sheets, light-dark(),
    // `AbortSignal.any`.
    cssTarget: ['chrome123', 'firefox124', 'safari17.5'],
    // A classic script: it works in a plain <script src>, and in page builders.
    lib: {
      entry: 'gallery.ts',
      formats: ['iife'],
      name: 'AdoptionGallery',
      fileName: () => 'gallery.js',
    },
  },
})
