/** What is said in Markdown, without its marks and its code blocks. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/^```.*?^```$/gms, ' ')
    .replace(/^\|[-|: ]+\|$/gm, ' ')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/^#+ /gm, '')
    .replace(/[`*|]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
