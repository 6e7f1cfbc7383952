import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spreadsheetText } from './csv.ts'

test('a text that a spreadsheet would run is made into one that it shows', () => {
  for (const [text, written] of [
    ['=HYPERLINK("http://evil.example","Biscuit")', `'=HYPERLINK("http://evil.example","Biscuit")`],
    ['+1', "'+1"],
    ['-1+cmd|x', "'-1+cmd|x"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', "'\r=1"],
    ['  =1', "'  =1"],
    ['＝1', "'＝1"],
    ['Rex;=1', "Rex;'=1"],
    ['=1; @2', "'=1;' @2"],
  ] as const) {
    assert.equal(spreadsheetText(text), written)
  }
  for (const text of ['Biscuit', 'Mary-Ann', 'a=b', "O'Malley", '', '7', 'Tom; Jerry', 'x@y']) {
    assert.equal(spreadsheetText(text), text)
  }
})
