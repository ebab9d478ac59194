import { type ReactNode, useEffect, useState } from 'react'
import { Picture } from '../lists/picture.tsx'

interface FilePreviewProps {
  readonly file: File
  readonly alt: string
  readonly className: string | undefined
  /** Shown if the browser can't display the format. */
  readonly fallback?: ReactNode
}

export function FilePreview({ file, alt, className, fallback = null }: FilePreviewProps) {
  const [source, setSource] = useState<string>()
  useEffect(() => {
    const address = URL.createObjectURL(file)
    setSource(address)
    return () => URL.revokeObjectURL(address)
  }, [file])
  return source && <Picture src={source} alt={alt} className={className} fallback={fallback} />
}
