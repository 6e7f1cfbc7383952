type Value = string | number | boolean | undefined | ((event: never) => void)
type Child = Node | string | undefined | false

/**
 * Creates an element. Texts become text nodes, so data is never parsed as markup. `part` is also
 * its class, so that our styles and the page's styles use the same names.
 */
export const h = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] => {
  const element = document.createElement(tag)
  // Our buttons must not submit a form of the page.
  if (element instanceof HTMLButtonElement) element.type = 'button'
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value as EventListener)
    else if (value !== undefined && value !== false) {
      const text = value === true ? '' : String(value)
      element.setAttribute(name, text)
      if (name === 'part') element.className = text
    }
  }
  fill(element, children)
  return element
}

/** Replaces the children of an element. */
export const fill = (element: Element, children: readonly Child[]): void => {
  element.replaceChildren(...children.filter((child) => child !== undefined && child !== false))
}

const SVG = 'http://www.w3.org/2000/svg'

/** An icon of 24 by 24, in the colour of the text. */
export const icon = (path: string, part = 'icon'): SVGElement => {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  svg.setAttribute('class', part)
  const line = document.createElementNS(SVG, 'path')
  line.setAttribute('d', path)
  svg.append(line)
  return svg
}
