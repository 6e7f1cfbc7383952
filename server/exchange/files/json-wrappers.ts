type Item = Record<string, unknown>

const isObject = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of a feature of GeoJSON or ArcGIS, with its geometry if it has one. */
export const unwrapped = (item: Item): Item => {
  const { type, properties, attributes, geometry, ...others } = item
  const isGeoJson = type === 'Feature' && isObject(properties)
  if (isGeoJson) return withGeometry({ ...others, ...properties }, geometry)
  const isArcGis = isObject(attributes) && type === undefined && Object.keys(others).length === 0
  return isArcGis ? withGeometry(attributes, geometry) : item
}

const withGeometry = (fields: Item, geometry: unknown): Item =>
  geometry === null || geometry === undefined ? fields : { ...fields, geometry }

/** The key of an item in an object by id is a field of the item, unless it has one of that name. */
export const withKey = (item: Item, key: string | undefined): Item => (key === undefined ? item : { key, ...item })
