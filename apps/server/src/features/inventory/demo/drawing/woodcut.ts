import type { Canvas } from './landscape.ts'
import { circle, clipped, ellipse, group, line, path, rect } from './svg.ts'

/** What is cut away stays paper. The scenes are drawn in these two and inked in others where a print has colour. */
const ink = '#161413'
const paper = '#f4f0e6'
const inks = {
  black: [ink, paper],
  blue: ['#1d3346', '#efe0bd'],
  red: ['#5d1f1c', '#f0e3cc'],
  green: ['#22382c', '#ece2c4'],
} as const
export type InkName = keyof typeof inks

/** Black and white from a block of pear wood: a room, a light, somebody. */
export function woodcut(
  canvas: Canvas,
  scene: 'piano' | 'lamp' | 'window' | 'rain',
  inkName: InkName = 'black',
): string {
  const { width, height } = canvas
  const unit = Math.min(width / 130, height / 100)
  const [left, top] = [(width - 130 * unit) / 2, (height - 100 * unit) / 2]
  // A print shows the block the other way round: the coloured ones were cut from the same drawing and then printed.
  const place =
    inkName === 'black'
      ? `translate(${left.toFixed(0)} ${top.toFixed(0)}) scale(${unit.toFixed(3)})`
      : `translate(${(width - left).toFixed(0)} ${top.toFixed(0)}) scale(${(-unit).toFixed(3)} ${unit.toFixed(3)})`
  const block =
    rect(0, 0, width, height, { fill: ink }) + group({ transform: place }, scenes[scene](canvas)) + grain(canvas)
  const [dark, light] = inks[inkName]
  return block.replaceAll(ink, dark).replaceAll(paper, light)
}

/** Lines that the gouge left in the black. */
function grain({ width, height, random }: Canvas): string {
  return group(
    { stroke: paper, 'stroke-linecap': 'round', opacity: 0.55 },
    ...Array.from({ length: 26 }, () => {
      const [x, y, long] = [
        random.next() * width,
        random.pick([0.02, 0.03, 0.97, 0.98]) * height + random.around(height * 0.012),
        random.between(20, 120),
      ]
      return line([x, y], [x + long, y + random.around(3)], { 'stroke-width': random.between(1, 2.6) })
    }),
  )
}

const wallpaper = (from: number, to: number, top: number, bottom: number, step = 4) =>
  Array.from({ length: Math.floor((to - from) / step) }, (_, index) => from + index * step + step / 2)
    .map((x) => line([x, top], [x, bottom], { stroke: paper, 'stroke-width': step * 0.16 }))
    .join('')

const boards = (top: number) =>
  [0, 1, 2, 3, 4]
    .map((row) =>
      line([-30, top + row * row * 1.3 + row * 2], [160, top + row * row * 1.3 + row * 2], {
        stroke: paper,
        'stroke-width': 0.5 + row * 0.12,
      }),
    )
    .join('')

const frame = (x: number, y: number, wide: number, tall: number) =>
  rect(x, y, wide, tall, { fill: paper }) +
  rect(x + 1.6, y + 1.6, wide - 3.2, tall - 3.2, { fill: ink }) +
  path(
    `M${x + 3} ${y + tall - 4}L${x + wide * 0.35} ${y + tall * 0.4}L${x + wide * 0.55} ${y + tall * 0.65}L${x + wide * 0.75} ${y + tall * 0.3}L${x + wide - 3} ${y + tall - 4}Z`,
    { fill: paper },
  )

const scenes = {
  piano: () =>
    [
      wallpaper(-30, 160, 0, 70),
      rect(-30, 70, 190, 32, { fill: ink }),
      boards(72),
      frame(16, 14, 22, 17),
      // The lamp's light on the wall, the piano before it.
      circle(86, 38, 22, { fill: paper }),
      path('M78 40L82 28H91L95 40Z', { fill: ink }),
      line([86.5, 40], [86.5, 52], { stroke: ink, 'stroke-width': 1.4 }),
      path('M58 52H122V60Q122 66 112 66H58Z', { fill: ink }),
      path('M58 52H122', { stroke: paper, 'stroke-width': 1.2 }),
      path('M62 52L74 34Q96 26 118 36L122 52Z', { fill: ink }),
      path('M63 51L75 35Q96 27.500 117 37', { fill: 'none', stroke: paper, 'stroke-width': 1 }),
      rect(53, 58, 22, 4, { fill: paper }),
      ...Array.from({ length: 13 }, (_, index) => rect(54 + index * 1.6, 58, 0.7, 2.4, { fill: ink })),
      ...[64, 92, 116].map((x) => rect(x, 66, 2.4, 24, { fill: ink, stroke: paper, 'stroke-width': 0.4 })),
      // The player.
      path('M28 92C27 74 30 62 39 58C48 60 50 70 60 60L62 63C54 74 48 76 47 92Z', {
        fill: ink,
        stroke: paper,
        'stroke-width': 0.9,
      }),
      circle(41, 49, 7, { fill: paper }),
      path('M34 50C32 42 37 39.500 42 40C48 40.500 50 45 47.500 49C44 44 38 45 38 53C36 53 34.500 52 34 50Z', {
        fill: ink,
      }),
      rect(27, 88, 26, 3, { fill: paper }),
    ].join(''),

  lamp: () =>
    [
      wallpaper(-30, 160, 0, 68, 6),
      rect(-30, 68, 190, 40, { fill: ink }),
      boards(70),
      path('M92 22L70 84H128L106 22Z', { fill: paper }),
      path('M86 34L92 18H106L112 34Z', { fill: ink, stroke: paper, 'stroke-width': 0.8 }),
      line([99, 34], [99, 62], { stroke: ink, 'stroke-width': 1.6 }),
      ellipse(99, 63, 19, 3.4, { fill: ink }),
      rect(97.5, 63, 3, 24, { fill: ink }),
      // An armchair with a reader.
      path('M18 92V52Q18 38 32 38Q44 38 45 52V64H68Q74 64 74 70V92Z', { fill: ink, stroke: paper, 'stroke-width': 1 }),
      path('M38 86C36 70 40 60 50 58C58 60 60 70 68 72L66 78C58 78 55 76 52 74L54 88Z', { fill: paper }),
      circle(52, 50, 6.6, { fill: paper }),
      path('M45.500 51C44 44 48 42 53 42.300C58 43 60 46 58 49.500C54 46 50 47 49.500 54C47 54.500 46 53 45.500 51Z', {
        fill: ink,
      }),
      path('M64 66L76 61L80 69L68 74Z', { fill: ink, stroke: paper, 'stroke-width': 0.9 }),
      ...[63.5, 65.5, 67.5].map((y) => line([67, y + 2], [76, y - 1.6], { stroke: paper, 'stroke-width': 0.4 })),
    ].join(''),

  window: ({ random }: Canvas) =>
    [
      rect(44, 8, 60, 64, { fill: paper }),
      clipped(
        'outside',
        'M46 10H102V70H46Z',
        rect(44, 8, 60, 64, { fill: paper }),
        path('M44 72V52L56 40L64 47L78 30L92 46L106 38V72Z', { fill: ink }),
        ...Array.from({ length: 34 }, () =>
          circle(random.between(46, 102), random.between(10, 44), random.between(0.25, 0.6), { fill: ink }),
        ),
        path('M44 72V60Q62 54 80 62T106 60V72Z', { fill: paper }),
        path('M70 61L74 46L78 61ZM84 62L87 51L90 62Z', { fill: ink }),
      ),
      rect(72.5, 8, 2.4, 64, { fill: ink }),
      rect(44, 38, 60, 2, { fill: ink }),
      path('M40 4H50Q53 40 42 76H34Q42 40 40 4ZM98 4H108Q106 40 114 76H106Q96 40 98 4Z', {
        fill: ink,
        stroke: paper,
        'stroke-width': 0.8,
      }),
      wallpaper(-30, 34, 0, 74, 5),
      wallpaper(115, 160, 0, 74, 5),
      rect(-30, 74, 190, 30, { fill: ink }),
      boards(76),
      path('M52 96C50 76 54 64 62 60C72 62 78 74 77 96Z', { fill: ink, stroke: paper, 'stroke-width': 1 }),
      circle(63, 52, 6.8, { fill: ink, stroke: paper, 'stroke-width': 0.9 }),
      ellipse(67, 46, 4, 3.6, { fill: ink, stroke: paper, 'stroke-width': 0.9 }),
      path('M96 74V60M90 60H104', { stroke: paper, 'stroke-width': 1 }),
      ellipse(97, 56, 4, 4.6, { fill: paper }),
    ].join(''),

  rain: ({ random }: Canvas) =>
    [
      path('M-30 0H40L48 58H-30ZM160 0H92L84 56H160Z', { fill: ink }),
      path('M40 0H92L84 56H48Z', { fill: paper }),
      path('M-30 104L48 58H84L160 104Z', { fill: paper }),
      ...[
        [2, 12],
        [2, 30],
        [18, 12],
        [18, 30],
        [106, 12],
        [106, 30],
        [122, 12],
        [122, 30],
      ].map(([x = 0, y = 0]) => rect(x, y, 8, 11, { fill: paper, opacity: 0.95 })),
      ...Array.from({ length: 90 }, () => {
        const [x, y] = [random.between(-28, 158), random.between(0, 100)]
        return line([x, y], [x - 2.6, y + 8], {
          stroke: y > 50 || (x > 42 && x < 90) ? ink : paper,
          'stroke-width': 0.45,
        })
      }),
      ...[
        [30, 98, 1.25],
        [64, 92, 1],
        [88, 96, 1.15],
        [58, 72, 0.5],
        [74, 70, 0.45],
      ].map(([x = 0, y = 0, size = 1]) => walker(x, y, size)),
    ].join(''),
} as const

const walker = (x: number, y: number, size: number) =>
  group(
    { transform: `translate(${x} ${y}) scale(${size})` },
    ellipse(3, 0, 12, 1.6, { fill: ink, opacity: 0.8 }),
    path('M-6 0C-8 -16 -6 -24 0 -26C6 -24 8 -16 6 0Z', { fill: ink, stroke: paper, 'stroke-width': 0.5 }),
    path('M-17 -29C-15 -43 15 -43 17 -29Q12.500 -32 8.500 -29Q4 -32 0 -29Q-4 -32 -8.500 -29Q-12.500 -32 -17 -29Z', {
      fill: ink,
      stroke: paper,
      'stroke-width': 0.7,
    }),
    line([0, -30], [0, -22], { stroke: ink, 'stroke-width': 1 }),
  )
