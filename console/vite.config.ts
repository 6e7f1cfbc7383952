import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import { cities } from './cities-plugin.mjs'

/**
 * Style sheets after the form to sign in, which is drawn without waiting for them, and before the styles that Mantine
 * writes into the root.
 */
const stylesAfterStart = (): Plugin => ({
  name: 'styles-after-start',
  transformIndexHtml: {
    order: 'post',
    handler(page) {
      const link = /\n *<link rel="stylesheet"[^>]*>/g
      const links = page.match(link) ?? []
      const root = '\n    <div id="root">'
      return page.replace(link, '').replace(root, `${links.join('')}${root}`)
    },
  },
})

// Vite asks for a default export.
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), cities(), stylesAfterStart()],
  resolve: { conditions: ['@adoption-store/source', ...defaultClientConditions] },
  server: {
    proxy: Object.fromEntries(['/v1', '/auth', '/readyz'].map((path) => [path, 'http://127.0.0.1:3000'])),
  },
  build: {
    target: 'es2022',
    // A policy without inline scripts, and small enough to be one request each.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // One style sheet: those of parts, which Vite adds to the head, would come before it, and lose.
    cssCodeSplit: false,
    // The list of cities, which is loaded on use.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              priority: 2,
            },
          ],
        },
      },
    },
  },
})
