import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findSvgFault } from './svg-fault.ts'

const svg = (content: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" ${attributes}>${content}</svg>`
const fault = (text: string) => findSvgFault(Buffer.from(text))

test('an SVG with only graphics is accepted, including metadata of editors', () => {
  for (const text of [
    svg('<title>Paws</title><path d="M0 0h9"/>'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<!-- Generator: X -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${svg('<g/>')}`,
    svg(
      '<sodipodi:namedview id="a" xmlns:sodipodi="http://sodipodi.example/"/><metadata><rdf:RDF xmlns:rdf="urn:rdf"/></metadata>',
    ),
    svg('<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><rect fill="url( #a)"/>'),
    svg('<style><![CDATA[.a{fill:url("#b")}]]></style><use href="#c"/><use xlink:href="#d"/>'),
    svg('<image href="data:image/png;base64,AAAA"/><text>one onion = two</text>'),
    svg('<rect><animate attributeName="opacity" values="0;1"/></rect>'),
  ]) {
    assert.equal(fault(text), undefined, text)
  }
})

test('an SVG with scripts, external references or embedded content is rejected', () => {
  for (const [text, expected] of [
    [svg('<script>alert(1)</script>'), /<script>/],
    [svg('<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>'), /<x:script>/],
    [svg('<h:script xmlns:h="http://www.w3.org/1999/xhtml" src="/a.js"/>'), /<h:script>/],
    [svg('<foreignObject><p/></foreignObject>'), /<foreignObject>/],
    [svg('<iframe src="//x"/>'), /<iframe>/],
    [svg('<a href="javascript:alert(1)"><path/></a>'), /<a>/],
    [svg('<g/>', 'onload="alert(1)"'), /event handlers/],
    [svg('<g/>', "\nonload\n='alert(1)'"), /event handlers/],
    [svg('<image/onerror="alert(1)"/>'), /event handlers/],
    [svg('<rect id="a"onclick="alert(1)"/>'), /event handlers/],
    [svg('<use href="https://evil.example/a.svg#b"/>'), /link/],
    [svg('<use xlink:href="&#106;avascript:alert(1)"/>'), /link/],
    [svg('<image href="data:image/svg+xml;base64,AAAA"/>'), /link/],
    [svg('<style>@import "//evil.example"</style>'), /load/],
    [svg('<rect fill="url(//evil.example/a)"/>'), /load/],
    [svg('<set attributeName="href" to="javascript:alert(1)"/>'), /load/],
    [`<!DOCTYPE svg [<!ENTITY a "<script>1</script>">]>${svg('&a;')}`, /entities/],
    [`<?xml-stylesheet href="//evil.example"?>${svg('')}`, /processing instructions/],
    [`<?xml version="1.0" encoding="ISO-2022-JP"?>${svg('')}`, /UTF-8/],
  ] as const) {
    assert.match(fault(text) ?? '', expected, text)
  }
  const utf16 = Buffer.from(`\uFEFF${svg('<script>1</script>')}`, 'utf16le')
  assert.match(findSvgFault(utf16) ?? '', /UTF-8/)
})
