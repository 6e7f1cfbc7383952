/** Control characters as `\x1b`, for a terminal, which obeys them. Tabs and line ends stay. */
export const visibleText = (text: string): string =>
  text.replaceAll(/(?![\t\n])\p{Cc}/gu, (sign) => {
    const code = sign.charCodeAt(0).toString(16).padStart(2, '0')
    return `\\x${code}`
  })
