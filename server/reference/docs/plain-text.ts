/** Returns the text of Markdown, without markup and code blocks. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/^```.*?^```$/gms, ' ')
    .replace(/^\|[-|: ]+\|$/gm, ' ')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/^#+ /gm, '')
    .replace(/[`*|]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
