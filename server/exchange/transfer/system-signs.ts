import type { System } from '../animal-formats/animal-formats.ts'

/** Names in files of a system that other programs and spreadsheets do not have. */
export const systemSigns: Readonly<Record<System, readonly string[]>> = {
  petfinder: [
    ...['organization_animal_id', 'organization_id', 'breeds.primary', 'colors.primary'],
    ...['attributes.spayed_neutered', 'environment.children', 'published_at', 'Internal'],
    ...['Desc', 'NoDogs', 'NoCats', 'NoKids', 'special_needs_notes', 'display_adoption_fee'],
  ],
  rescuegroups: [
    ...['attributes.breedString', 'attributes.breedPrimary', 'attributes.ageGroup'],
    ...['attributes.sizeGroup', 'attributes.descriptionText', 'attributes.isDogsOk'],
    ...['attributes.name', 'breedString', 'isBreedMixed', 'ageString', 'descriptionHtml'],
    ...['descriptionText', 'isDogsOk', 'isCatsOk', 'isKidsOk', 'priBreed', 'secBreed', 'dsc'],
    ...['okwithdogs', 'okwithcats', 'okwithkids', 'General Age', 'Color (General)'],
    ...['Size Potential (General)', 'Rescue ID', 'animalGeneralAge', 'animalGeneralSizePotential'],
    ...['animalPrimaryBreed', 'animalOKWithDogs', 'animalOKWithCats', 'animalOKWithKids'],
    ...['animalDescriptionPlain', 'animalPictures', 'animalUptodate'],
  ],
  asm3: [
    ...['SHELTERCODE', 'SPECIESNAME', 'BREEDNAME1', 'BREEDNAME2', 'CROSSBREED', 'ESTIMATEDDOB'],
    ...['SEXNAME', 'SIZENAME', 'BASECOLOURNAME', 'COATTYPENAME', 'ANIMALCOMMENTS'],
    ...['ISGOODWITHDOGSNAME', 'NEUTEREDNAME', 'MOSTRECENTENTRYDATE', 'IDENTICHIPNUMBER'],
    ...['ANIMALCODE', 'ANIMALLITTER', 'ANIMALBREED1', 'ANIMALBREED2', 'ANIMALDOB'],
    ...['ANIMALENTRYDATE', 'ANIMALNEUTERED', 'ANIMALGOODWITHDOGS', 'ANIMALHOUSETRAINED'],
  ],
  shelterluv: [
    ...['Internal-ID', 'DOBUnixTime', 'CurrentWeightPounds', 'LastIntakeUnixTime'],
    ...['LastUpdatedUnixTime', 'CoverPhoto', 'AdoptionFeeGroup.Price', 'Age (Y/M/D)'],
    ...['Altered in Care', 'Altered before Arrival', 'Kennel Card / Web Site Memo'],
    ...['Published tags'],
  ],
  adoptapet: [
    ...['GoodWKids', 'GoodWCats', 'GoodWDogs', 'ShotsCurrent', 'Breed2', 'HairLength'],
    ...['YouTubeVideoURL', 'PhotoURL', 'PhotoURL1'],
  ],
  petstore: ['photoUrls', 'category.name'],
}
