/** A drawing of our own as JPEG. Never for drawings of others: SVG can name files and addresses. */
export async function drawSvg(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg))
    .flatten({ background: '#fff' })
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .toBuffer()
}
