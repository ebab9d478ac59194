import type { Picture } from '../document/page.ts'

/** The largest width a phone needs: the next one up would cost it a second and show nothing new. */
const maxPhoneWidth = 800

const srcSet = (widths: Picture['widths']) => widths.map(({ src, width }) => `${src} ${width}w`).join(', ')

export function PictureFigure({ picture, alt }: { readonly picture: Picture; readonly alt: string }) {
  const { widths, width, height } = picture
  const forPhone = widths.filter((one) => one.width <= maxPhoneWidth)
  return (
    <figure className="picture">
      <picture>
        {forPhone.length > 0 && <source media="(max-width: 30rem)" srcSet={srcSet(forPhone)} sizes="100vw" />}
        <img
          src={widths.at(-1)?.src}
          srcSet={srcSet(widths)}
          sizes="(min-width: 64rem) 42rem, 100vw"
          {...(width > 0 && height > 0 && { width, height })}
          alt={alt}
          fetchPriority="high"
          decoding="async"
        />
      </picture>
    </figure>
  )
}
