type Seed = typeof import('./seed.ts')
type Media = typeof import('./give-media.ts')

// A server that has its own items does not read those of the demo.
export const seedInventory: Seed['seedInventory'] = async (tx, occasion) => {
  const { seedInventory: seed } = await import('./seed.ts')
  await seed(tx, occasion)
}

export const giveDemoMedia: Media['giveDemoMedia'] = async (parts, stop) => {
  const { giveDemoMedia: give } = await import('./give-media.ts')
  await give(parts, stop)
}
