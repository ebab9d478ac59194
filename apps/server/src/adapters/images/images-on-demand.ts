import type { Images } from './images.ts'

/** Loads the library with the first picture: it takes 20 MB that a server which only shows pictures does not need. */
export function imagesOnDemand(limits: { maxPixels: number }): Images {
  let loaded: Promise<Images> | undefined
  const load = async () => (await import('./sharp-images.ts')).sharpImages(limits)
  const images = () => {
    loaded ??= load()
    return loaded
  }
  return {
    prepare: async (file, specs) => (await images()).prepare(file, specs),
    decoding: async (file, work) => (await images()).decoding(file, work),
    likeness: async (picture) => (await images()).likeness(picture),
  }
}
