/**
 * The style of a sheet of kennel cards. 1rem is 1 cm on paper, and less in a narrow window. Nothing that matters is a
 * CSS background, because browsers do not print them.
 */
export const kennelCardCss = `@page{margin:0}
*{box-sizing:border-box;margin:0;padding:0}
html{font-size:min(10mm,(100vw - 24px)/21);color-scheme:light;-webkit-text-size-adjust:100%}
body{background:#e8e4db;color:#000;font:.37rem/1.4 "Inter Variable","Inter Fallback",system-ui,sans-serif;overflow-wrap:anywhere}
main{padding:18px 0 1px}
.symbols{position:absolute}
.hide{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.hint{padding:0 18px 16px;text-align:center;font-size:15px;color:#38342c}
.hint a{color:inherit;text-underline-offset:3px}
.sheet{width:21rem;margin:0 auto 20px;background:#fff;box-shadow:0 1px 4px #0003}
.card{display:grid;grid-template-columns:8.6rem minmax(0,1fr);grid-template-rows:minmax(0,1fr);gap:.8rem;height:14.8rem;padding:.8rem;overflow:hidden;break-inside:avoid}
.card+.card{border-top:.02rem dashed #777}
.pic{position:relative;border-radius:.35rem;overflow:hidden}
.pic img,.pic svg{position:absolute;width:100%;height:100%}
.pic img{object-fit:cover}
.pic svg{border:.03rem solid #999;border-radius:.35rem;fill:#bbb}
.text{display:flex;flex-direction:column;min-width:0}
.text>*{flex:none}
h1,.home b{font-family:"Fraunces Variable","Fraunces Fallback",Georgia,serif}
h1{font-size:2rem;line-height:1;font-weight:480;letter-spacing:-.03em;margin-top:-.04em}
h1.m{font-size:1.3rem}
h1.l{font-size:.72rem;line-height:1.1;letter-spacing:-.01em}
h1.xl{font-size:.46rem;line-height:1.15;letter-spacing:0;font-weight:600}
h1.xxl{font-size:.3rem;line-height:1.15;letter-spacing:0;font-weight:600}
.breed{font-size:.46rem;line-height:1.3;margin-top:.24rem}
dl{display:grid;grid-template-columns:1fr 1fr;column-gap:.5rem;margin-top:.3rem;border-top:.035rem solid #000}
dl div{padding:.1rem 0 .09rem;border-bottom:.015rem solid #888}
dl .whole{grid-column:1/-1}
dt{font-size:.26rem;line-height:1.25;color:#444}
dd{font-size:.41rem;line-height:1.25;font-weight:600}
ul{display:flex;flex-wrap:wrap;gap:.04rem .45rem;list-style:none}
li{display:flex;align-items:center;gap:.12rem}
li svg{width:.38rem;height:.38rem;flex:none}
.text .foot{flex:1 1 0;min-height:0;display:grid;grid-template-columns:minmax(0,1fr) 3.6rem;grid-template-rows:minmax(0,1fr);gap:.4rem;padding-top:.26rem}
.left{display:flex;flex-direction:column;min-height:0}
.story{flex:1 1 0;min-height:0;overflow:hidden;columns:1;column-fill:auto}
.home{display:flex;gap:.2rem;align-items:center;margin-top:.2rem;font-size:.3rem;line-height:1.3}
.home>span{min-width:0}
.home b{display:block;font-size:.42rem;line-height:1.15;font-weight:600}
.home svg,.home img{width:.9rem;height:.9rem;flex:none;object-fit:contain}
.home svg{fill:#1d6b4f}
.home span span{display:block}
.id{margin-top:.12rem;font-size:.26rem;color:#444}
.code{align-self:end;text-align:center;font-size:.24rem;line-height:1.3}
.code svg{display:block;width:3rem;height:3rem;margin:0 auto}
.code b{display:block;font-size:.28rem;font-weight:600}
.state{align-self:end;justify-self:end;padding:.08rem .25rem;border:.035rem solid #000;border-radius:.2rem;font-size:.42rem;font-weight:600}
.full h1{font-size:1.3rem}
.full h1.l{font-size:.6rem}
.full h1.xl{font-size:.38rem}
.full h1.xxl{font-size:.28rem}
.full dd{font-size:.35rem}
.full dl div{padding:.06rem 0 .05rem}
.full .code svg{width:2.5rem;height:2.5rem}
@media screen and (prefers-color-scheme:dark){body{background:#1d1b18}.hint{color:#d8d2c6}}
@media screen and (max-width:640px){html{font-size:40px}.sheet{width:auto;margin:0 12px 16px}.card{grid-template-columns:minmax(0,1fr);grid-template-rows:none;gap:.4rem;height:auto;padding:.4rem}.pic{aspect-ratio:4/3}h1,.full h1{font-size:1.1rem}h1.m{font-size:.9rem}dt,.id,.home,.code,.code b{font-size:.32rem}.text .foot{flex:none;grid-template-columns:minmax(0,1fr);grid-template-rows:none}.story{flex:none}.code{justify-self:center}}
@media print{html{font-size:10mm}body{background:none}main{padding:0}.hint{display:none}.sheet{width:auto;margin:0;box-shadow:none;break-inside:avoid}.sheet+.sheet{break-before:page}.card{height:13.9rem}}
@media print and (min-height:290mm){.card{height:14.8rem}}
`
