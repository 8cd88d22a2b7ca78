/** Cuts a tall picture into columns side by side, on as many sheets as it takes to be looked at without being made smaller. */
const SIDE = 1568;
const GAP = 16;

/** The sheets of a PNG that is `width` wide. */
export async function sheets(browser, picture, width) {
  const columns = Math.ceil(picture.readUInt32BE(20) / SIDE);
  if (columns === 1) return [picture];
  const each = Math.max(1, Math.floor((SIDE + GAP) / (width + GAP)));
  const page = await browser.newPage({ viewport: { width: columns * (width + GAP), height: SIDE } });
  await page.setContent(
    `<style>body{margin:0;display:flex;gap:${GAP}px;background:#f0f}div{flex:none;overflow:hidden;width:${width}px;height:${SIDE}px}img{display:block}</style>` +
      "<div><img></div>".repeat(columns),
  );
  await page.evaluate(
    async ([source, length]) => {
      for (const [index, image] of [...document.images].entries()) {
        image.src = source;
        image.style.marginTop = `${-index * length}px`;
      }
      await Promise.all([...document.images].map((image) => image.decode()));
    },
    [`data:image/png;base64,${picture.toString("base64")}`, SIDE],
  );
  const cut = [];
  for (let first = 0; first < columns; first += each) {
    const count = Math.min(each, columns - first);
    const clip = { x: first * (width + GAP), y: 0, width: count * (width + GAP) - GAP, height: SIDE };
    cut.push(await page.screenshot({ clip }));
  }
  await page.close();
  return cut;
}
