import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import go from 'highlight.js/lib/languages/go'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import shell from 'highlight.js/lib/languages/shell'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import { escapeHtml } from '../../platform/html.ts'

const languages = { bash, css, go, javascript, json, php, python, shell, typescript, xml }
for (const [name, grammar] of Object.entries(languages)) hljs.registerLanguage(name, grammar)

/** Code as HTML with its words marked; of a language that is not known, only escaped. */
export const highlighted = (code: string, language: string): string =>
  hljs.getLanguage(language)
    ? hljs.highlight(code, { language, ignoreIllegals: true }).value.replaceAll(unmarked, '$1')
    : escapeHtml(code)

/** Punctuation looks like any text; marked, it would be half of what a browser has to read on a long page. */
const unmarked = /<span class="hljs-(?:punctuation|operator|params)">([^<]*)<\/span>/g
