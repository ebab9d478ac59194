/** The logo: a display case with a wheel for Le Manège and a canvas for La Grange. */
export function BrandMark({ size = 24 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="12.5" cy="17.5" r="4.5" fill="var(--vitrine-car)" />
      <path d="M18 9h5v13h-5z" fill="var(--vitrine-art)" />
      <path
        d="M6 4h20v18H6zM3 22h26v6H3z"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
      />
    </svg>
  )
}
