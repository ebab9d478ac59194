export type Point = readonly [x: number, y: number]
/** A corner of an outline, with how far from it the outline begins to turn. */
export type Corner = readonly [x: number, y: number, radius?: number]

type Attributes = Record<string, string | number | undefined>

const tenth = (value: number) => Math.round(value * 10) / 10
const written = (value: string | number) => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value)

function tag(name: string, attributes: Attributes, ...children: string[]): string {
  const pairs = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${written(value)}"`],
  )
  const open = `<${name}${pairs.join('')}`
  return children.length > 0 ? `${open}>${children.join('')}</${name}>` : `${open}/>`
}

export const group = (attributes: Attributes, ...children: string[]) => tag('g', attributes, ...children, '')
export const path = (d: string, attributes: Attributes) => tag('path', { d, ...attributes })
export const circle = (cx: number, cy: number, r: number, attributes: Attributes) =>
  tag('circle', { cx: tenth(cx), cy: tenth(cy), r: tenth(r), ...attributes })
export const ellipse = (cx: number, cy: number, rx: number, ry: number, attributes: Attributes) =>
  tag('ellipse', { cx: tenth(cx), cy: tenth(cy), rx: tenth(rx), ry: tenth(ry), ...attributes })
export const rect = (x: number, y: number, width: number, height: number, attributes: Attributes) =>
  tag('rect', { x: tenth(x), y: tenth(y), width: tenth(width), height: tenth(height), ...attributes })
export const line = ([x1, y1]: Point, [x2, y2]: Point, attributes: Attributes) =>
  tag('line', { x1: tenth(x1), y1: tenth(y1), x2: tenth(x2), y2: tenth(y2), ...attributes })

export const clipped = (id: string, d: string, ...children: string[]) =>
  tag('clipPath', { id }, path(d, {})) + group({ 'clip-path': `url(#${id})` }, ...children)

type Stop = readonly [offset: number, colour: string, opacity?: number]

const stops = (list: readonly Stop[]) =>
  list.map(([offset, colour, opacity]) => tag('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity }))

/** From top to bottom of the shape that uses it. */
export const verticalGradient = (id: string, ...list: Stop[]) =>
  tag('linearGradient', { id, x1: 0, y1: 0, x2: 0, y2: 1 }, ...stops(list))
export const radialGradient = (id: string, ...list: Stop[]) => tag('radialGradient', { id }, ...stops(list))

export const document = (width: number, height: number, ...children: string[]) =>
  tag('svg', { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` }, ...children)
