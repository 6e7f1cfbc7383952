/** A `tel` link (RFC 3966), as on the public site: the zero of +49 (0)30 is not dialled, an extension comes last. */
export const telephoneLink = (phone: string): string => {
  const [, main = '', extension = ''] = /^([^a-z]*)(.*)$/is.exec(phone) ?? []
  const isInternational = /^[^\d]*\+/.test(main)
  const digits = (isInternational ? main.replace('(0)', '') : main).replace(/\D/g, '')
  const inner = extension.replace(/\D/g, '')
  return `tel:${isInternational ? '+' : ''}${digits}${inner && `;ext=${inner}`}`
}
