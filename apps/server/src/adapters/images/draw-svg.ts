import sharp from 'sharp'

/** A drawing of our own as JPEG. Never for drawings of others: SVG can name files and addresses. */
export const drawSvg = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).flatten({ background: '#fff' }).jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer()
