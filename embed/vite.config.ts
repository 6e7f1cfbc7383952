import { defineConfig } from 'vite'

// Vite asks for a default export.
export default defineConfig({
  root: import.meta.dirname,
  build: {
    target: 'es2022',
    // Those that have what the script takes: constructed style sheets, light-dark(), `AbortSignal.any`.
    cssTarget: ['chrome123', 'firefox124', 'safari17.5'],
    // A classic script: it works in a plain <script src>, and in what other people's page builders make of one.
    lib: {
      entry: 'gallery.ts',
      formats: ['iife'],
      name: 'AdoptionGallery',
      fileName: () => 'gallery.js',
    },
  },
})
