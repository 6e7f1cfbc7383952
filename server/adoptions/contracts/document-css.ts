/**
 * The style of a document, which is part of it. 1rem is 1 cm on paper. It uses no backgrounds, as
 * browsers do not print them.
 */
export const documentCss = (footer: string): string => `
@page { margin: 14mm 20mm 17mm; @bottom-left { content: "${footer}"; font: 8pt/1.4 system-ui, sans-serif; color: #444 } @bottom-right { content: counter(page) " / " counter(pages); font: 8pt/1.4 system-ui, sans-serif; color: #444 } }
* { box-sizing: border-box }
html { font-size: 10mm; -webkit-text-size-adjust: 100%; color-scheme: light; background: #fff }
body { margin: 0; background: #fff; color: #000; font: .335rem/1.42 "Inter Variable", Inter, system-ui, sans-serif; overflow-wrap: anywhere }
.sheet { max-width: 21rem; margin: 0 auto; padding: 1.4rem clamp(.45rem, 8vw, 2rem) 1rem }
.head { display: flex; flex-wrap: wrap; align-items: center; gap: .2rem .3rem; padding-bottom: .35rem; border-bottom: .035rem solid #000; line-height: 1.35 }
.head img { height: 1.15rem; max-width: 4rem; object-fit: contain; flex: none } .head b { font-size: .5rem; font-weight: 650; letter-spacing: -.01em }
.head address { margin-left: auto; font-style: normal; text-align: right; font-size: .29rem; color: #444; max-width: 9rem } .head address span { display: block }
.notice { margin: .4rem 0 0; padding: .2rem .3rem; border: .02rem solid #000 }
h1 { font-size: .9rem; font-weight: 500; line-height: 1.12; letter-spacing: -.025em; margin: .45rem 0 .2rem }
.head b, h1, h2, .payment b, .payment strong { font-family: "Fraunces Variable", Fraunces, Georgia, "Times New Roman", serif }
h2, h3 { font-size: .44rem; font-weight: 600; line-height: 1.25; margin: .5rem 0 .2rem; padding-bottom: .12rem; border-bottom: .015rem solid #888; break-after: avoid }
h3 { font-size: .38rem; border: 0; padding: 0 } p { margin: 0 0 .22rem } a { color: inherit }
ul, blockquote { margin: 0 0 .25rem; padding-left: .5rem } li { break-inside: avoid } pre, code { font: .32rem/1.4 ui-monospace, monospace; white-space: pre-wrap }
.parties { display: grid; grid-template-columns: minmax(0, 9.2fr) minmax(0, 7.8fr); gap: 0 .7rem; margin: .1rem 0 .25rem; break-inside: avoid } .parties h2 { margin-top: .15rem }
.pet { display: flex; gap: .4rem; align-items: flex-start } .pet + .pet { margin-top: .3rem } .pet dl { flex: 1; min-width: 0 } .photo { width: 2.8rem; height: 3.6rem; object-fit: cover; border-radius: .15rem; flex: none }
.sheet > .photo { float: right; margin: .5rem 0 .3rem .5rem }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .04rem .3rem; margin: 0; align-content: start } dt { color: #444 } dd { margin: 0; font-weight: 550; font-variant-numeric: tabular-nums }
ol { list-style: none; counter-reset: clause; margin: .35rem 0 .3rem; padding: 0 } ol > li { counter-increment: clause; position: relative; padding: .085rem 0 .085rem .5rem; border-top: .015rem solid #ccc }
ol > li::before { content: counter(clause); position: absolute; left: 0; top: .085rem; color: #444 } ol > li > p { margin: 0 }
ol > li:has(> p + p) { display: grid; grid-template-columns: 2.8rem minmax(0, 1fr) } ol > li:has(> p + p) > p { grid-column: 2 } ol > li:has(> p + p) > p:first-child { grid-column: 1; grid-row: 1 / span 9 }
.payment { display: flex; flex-wrap: wrap; align-items: baseline; gap: .1rem .5rem; padding: .15rem 0; border: solid #000; border-width: .035rem 0; break-inside: avoid } .payment b { font-size: .44rem } .payment span:not(.line) { flex: 1; color: #444 } .payment strong { font-size: .55rem; font-weight: 600 }
.signatures { display: grid; grid-template-columns: 1fr 1fr; gap: .9rem; margin-top: .2rem; break-inside: avoid } .rule { display: block; height: .65rem; border-bottom: .02rem solid #000 } .rule.tall { height: 1.05rem } small { display: block; font-size: .29rem; color: #444; padding-top: .07rem }
.line { display: inline-block; width: 5.5rem; max-width: 100%; height: 1.5em; overflow: hidden; border-bottom: .02rem solid #000; color: transparent; line-height: 1; white-space: nowrap; user-select: none; vertical-align: baseline } dd .line { display: block; width: 100%; height: 1.35em } .payment .line { width: 3.5rem }
.foot { margin-top: .6rem; font-size: .29rem; color: #444 }
@media (max-width: 640px) { .parties { grid-template-columns: minmax(0, 1fr); gap: .3rem } .head address { margin-left: 0; text-align: left } }
@media print { .sheet { max-width: none; padding: 0 } .foot { display: none } }
`
