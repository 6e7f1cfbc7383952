import { defineConfig } from 'vite'

// Vite needs a default export.
export default defineConfig({
  root: import.meta.dirname,
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
