// The entry of /embed/gallery.js: defines <adoption-gallery>.
import { defineGallery } from './gallery-element.ts'
import { scriptOrigin } from './store-origin.ts'

defineGallery(scriptOrigin())
