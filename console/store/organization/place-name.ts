import { useEffect, useState } from 'react'
import { loadCities } from '../../platform/cities.ts'
import { type Draft, positionOf } from './organization.ts'

/** Names the place on the map by the nearest city, or by its numbers; undefined if there is none. */
export const usePlaceName = (draft: Draft): string | undefined => {
  const position = positionOf(draft)
  const [lat, lng] = [position?.lat, position?.lng]
  const [near, setNear] = useState<{ text: string; lat: number; lng: number }>()
  useEffect(() => {
    if (lat === undefined || lng === undefined) return
    let isCurrent = true
    const find = async () => {
      const city = (await loadCities()).nearest(lat, lng)
      if (!city || !isCurrent) return
      const isCentre = Math.abs(city.lat - lat) < 0.002 && Math.abs(city.lng - lng) < 0.002
      setNear({
        text: isCentre ? `the center of ${city.name}` : `a place near ${city.name}`,
        lat,
        lng,
      })
    }
    // The numbers are enough without the list.
    find().catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [lat, lng])
  if (lat === undefined || lng === undefined) return undefined
  return near?.lat === lat && near.lng === lng ? near.text : `${lat}, ${lng}`
}
