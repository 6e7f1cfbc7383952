/** Escapes control characters, such as `\x1b`, so that a terminal does not obey them. Tabs and line breaks stay. */
export const visibleText = (text: string): string =>
  text.replaceAll(/(?![\t\n])\p{Cc}/gu, (sign) => {
    const code = sign.charCodeAt(0).toString(16).padStart(2, '0')
    return `\\x${code}`
  })
