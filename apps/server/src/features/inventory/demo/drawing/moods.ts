/** Light at a time of day or year, as scales of colours. */
export interface Mood {
  readonly sky: readonly [string, string, ...string[]]
  /** From far to near, each from shade to light. */
  readonly far: readonly [string, string, ...string[]]
  readonly near: readonly [string, string, ...string[]]
  readonly water: readonly [string, string, ...string[]]
  readonly ground: readonly [string, string, ...string[]]
  readonly snow: string
  readonly sun: string
}

export const moods = {
  morning: {
    sky: ['#8fb3c9', '#c9d9d6', '#f0e2c4', '#f4d3a8'],
    far: ['#6f8fab', '#94aec0', '#c3d0d0'],
    near: ['#3f5f6d', '#5c7f7e', '#8aa890'],
    water: ['#5b8aa3', '#8fb4bd', '#d3dccb', '#f0dcb4'],
    ground: ['#3f5a36', '#6b8245', '#a6a75a'],
    snow: '#f6f1e4',
    sun: '#fbe6b0',
  },
  noon: {
    sky: ['#3f82bf', '#6fa8d4', '#a9d0e4', '#d8e9ea'],
    far: ['#3d5f94', '#5d82b2', '#9bb6d3'],
    near: ['#28516b', '#3f7a78', '#7aa673'],
    water: ['#1f5f8f', '#3a8aaf', '#6fb6c4', '#a9d6d4'],
    ground: ['#3d6b2c', '#6f9a3c', '#b3c45a'],
    snow: '#ffffff',
    sun: '#fff6cf',
  },
  evening: {
    sky: ['#4a4f7d', '#9a6c86', '#dd8d6c', '#f4c27a'],
    far: ['#4d4a75', '#7a5f85', '#b97d80'],
    near: ['#2a2f4f', '#47436a', '#7d5a70'],
    water: ['#343a63', '#6f5a7d', '#c47e6f', '#f0bb7a'],
    ground: ['#232b33', '#41443c', '#77603f'],
    snow: '#f3c9a6',
    sun: '#fde0a0',
  },
  autumn: {
    sky: ['#9fb3b8', '#c6cdc2', '#e6dcc0', '#eed9b0'],
    far: ['#66788a', '#8b98a0', '#b8b9ae'],
    near: ['#6b4a2b', '#a56a2d', '#d09a3e'],
    water: ['#5d7681', '#8e9b94', '#c3a873', '#dcb467'],
    ground: ['#59421f', '#94692b', '#c99a42'],
    snow: '#f2ece0',
    sun: '#f6e4b6',
  },
  winter: {
    sky: ['#93a5bd', '#b9c5d0', '#dcdfdf', '#efe6da'],
    far: ['#7486a3', '#a3b1c3', '#dde2e6'],
    near: ['#4d5f7c', '#8c9cb3', '#e3e7ea'],
    water: ['#46607c', '#738ba0', '#b1c0c9', '#dfe2e0'],
    ground: ['#9aaabd', '#cfd6de', '#f6f5f1'],
    snow: '#fbfaf6',
    sun: '#fdf1dc',
  },
  storm: {
    sky: ['#39454f', '#5d6c74', '#8b9893', '#bcbba5'],
    far: ['#3a4956', '#566873', '#84929a'],
    near: ['#1f2d30', '#34484a', '#5d6f63'],
    water: ['#24363f', '#405862', '#6f8583', '#a9ad98'],
    ground: ['#23301f', '#46522f', '#7a7a48'],
    snow: '#dfe2dc',
    sun: '#e6dfc0',
  },
} as const satisfies Record<string, Mood>

export type MoodName = keyof typeof moods
