import { type DragEvent, useState } from 'react'

export function useDrop(onFiles: (files: FileList) => void) {
  const [isOver, setOver] = useState(false)
  return {
    'data-over': isOver || undefined,
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop(event: DragEvent) {
      event.preventDefault()
      setOver(false)
      onFiles(event.dataTransfer.files)
    },
  }
}
