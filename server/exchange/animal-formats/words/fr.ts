import type { FileWords } from './file-words.ts'

export const fr: FileWords = {
  columns: {
    externalId: `
      nº, n°, no, numéro, id, identifiant, code, référence, réf, numéro animal, n° animal,
      numéro d'animal, matricule, n° de dossier, numéro de dossier`,
    name: `nom, prénom, nom de l'animal, nom animal`,
    category: 'catégorie',
    species: `espèce, type, type d'animal, animal, espèce animale`,
    breed: 'race, races',
    'breeds.primary': 'race principale, race 1, première race',
    'breeds.secondary': 'race secondaire, deuxième race, seconde race, race 2',
    'breeds.mixed': 'croisé, croisement, métis, est croisé',
    sex: 'sexe, genre',
    age: 'âge, âge approximatif, âge estimé',
    ageMonths: 'âge en mois, âge mois, mois',
    ageYears: 'âge en années, âge années, âge ans, années, ans, âge en ans',
    birthDate: `
      date de naissance, né le, née le, né(e) le, naissance, date naissance, né, née, ddn`,
    size: 'taille, gabarit',
    weight: 'poids, poids actuel',
    coat: 'poil, poils, pelage, type de poil, longueur du poil',
    colors: 'couleur, couleurs, robe, couleur principale, couleur secondaire, couleur du pelage',
    status: `statut, état, situation, statut actuel, disponibilité, statut d'adoption, sortie, motif de sortie`,
    description:
      'description, remarques, notes, commentaires, commentaire, observations, histoire, caractère',
    tags: 'étiquettes, mots-clés',
    fee: `
      frais, frais d'adoption, prix, tarif, participation, participation aux frais,
      don d'adoption, montant`,
    microchip: `
      puce, numéro de puce, n° puce, n° de puce, puce électronique, identification, transpondeur,
      numéro d'identification, n° d'identification`,
    intakeDate: `
      date d'entrée, entrée, date d'arrivée, arrivée, date entrée, arrivé le, entré le,
      date de prise en charge, date d'accueil, date arrivée, date d'admission`,
    outcomeDate: `date de sortie, date sortie, date d'adoption, sorti le, adopté le`,
    deceasedDate: `
      date de décès, date du décès, décès, décédé le, date décès, date de mort,
      date d'euthanasie, décédé`,
    spayedNeutered:
      'stérilisé, castré, stérilisation, castration, stérilisé/castré, stérilisé(e), castré(e)',
    vaccinated: 'vacciné, vaccins, vaccination, vaccinations, vacciné(e), à jour de vaccins',
    houseTrained: 'propre, propreté, propre à la maison',
    declawed: 'dégriffé',
    specialNeeds:
      'besoins particuliers, besoins spéciaux, handicap, problèmes de santé, soins particuliers',
    'goodWith.children': `
      enfants, ok enfants, entente enfants, compatible enfants, s'entend avec les enfants,
      bon avec les enfants, avec les enfants, sociable enfants`,
    'goodWith.dogs': `
      chiens, ok chiens, entente chiens, compatible chiens, s'entend avec les chiens,
      bon avec les chiens, avec les chiens, sociable chiens, ententes chiens`,
    'goodWith.cats': `
      chats, ok chats, entente chats, compatible chats, s'entend avec les chats,
      bon avec les chats, avec les chats, sociable chats, ententes chats`,
    photos: 'photo, photos, image, images, url photo',
    bondedWith: 'inséparable de, lié à, à adopter avec',
  },
  unknown: `
    inconnu, ne sait pas, nsp, non connu, aucun, aucune, sans nom, non renseigné, non précisé,
    à déterminer, non testé, pas testé, pas de nom, indéterminé, sans objet, n/c, n.c.,
    non communiqué, je ne sais pas, non identifié`,
  yes: 'oui, o, vrai',
  no: 'non, faux, pas encore, jamais',
  species: {
    dog: 'chien, chienne, chiennes, chiot, chiots, canin, canidé',
    cat: 'chat, chatte, chattes, chaton, chatons, félin',
    rabbit: 'lapin, lapine, lapines, lapin nain',
    smallFurry: `
      cochon d'inde, cochons d'inde, cobaye, hamster, rat, rate, souris, furet, rongeur, nac,
      chinchilla, gerbille, octodon, petit mammifère, petits mammifères`,
    bird: `
      oiseau, oiseaux, perroquet, perruche, canari, pigeon, poule, coq, canard, oie, calopsitte,
      tourterelle`,
    horse: 'cheval, chevaux, jument, poney, âne, ânesse, équidé, mule, mulet',
    reptile: 'reptile, tortue, serpent, lézard, gecko, pogona',
    fish: 'poisson',
    barnyard:
      'animal de ferme, animaux de ferme, ferme, chèvre, mouton, cochon, vache, brebis, bovin, ovin, caprin',
    other: 'autre, autres animaux, exotique, animal exotique',
  },
  speciesOfOneSex: { male: '', female: 'chienne, chatte, jument, lapine' },
  sexes: {
    male: 'mâle, m, masculin, chien, chat, matou, garçon, étalon',
    female: 'femelle, f, féminin, chienne, chatte, jument, fille',
    neutered: 'castré, stérilisé, stérilisation, castration',
    intact: 'entier, fertile',
    neuteredMale: 'hongre',
    neuteredFemale: 'castrée, stérilisée, ovariectomisée',
    intactMale: '',
    intactFemale: 'entière',
  },
  not: 'non, pas',
  statuses: {
    available: `
      disponible, à l'adoption, à adopter, adoptable, proposé à l'adoption, cherche une famille,
      en attente d'adoption, cherche famille, disponible à l'adoption, sos, actif, à placer,
      disponible en famille d'accueil`,
    reserved: `
      réservé, en cours d'adoption, adoption en cours, option, en option, sous réserve,
      en réservation, à l'essai, en essai, pré adopté, pré adoption`,
    withheld: `
      famille d'accueil, en famille d'accueil, en fa, fa, quarantaine, en quarantaine,
      non disponible, indisponible, pas disponible, pas encore disponible, en soins, fourrière,
      en fourrière, en observation, non adoptable, pas à l'adoption, chez le vétérinaire,
      en convalescence, en pension`,
    adopted: 'adopté, placé, a trouvé une famille, adoption définitive, vendu',
    died: `
      décédé, mort, euthanasié, euthanasie, décès, est décédé,
      arc en ciel, mort naturelle, décédé *, euthanasié *, mort *`,
    left: `
      transféré, transfert, rendu à son propriétaire, rendu au propriétaire, rendu propriétaire,
      restitué, restitué au propriétaire, restitué à son propriétaire, repris par son propriétaire,
      repris par le propriétaire, récupéré par son propriétaire, retour propriétaire,
      retour au propriétaire, cédé, cédé à une association, perdu, disparu, enfui, fugué, échappé,
      évadé, volé, supprimé, archivé, relâché, remis en liberté, libéré, chat libre, transféré *,
      restitué *, rendu à son propriétaire *`,
    undecided: `
      prévu, prévue, programmé, demandé, possible, envisagé, annulé, pas, attente, accueil, non, adoption`,
  },
  sizes: {
    small: 'petit, très petit, mini, petite taille, p, nain, toy',
    medium: 'moyen, moyenne, moyennes, taille moyenne',
    large: 'grand, grande taille, g',
    extraLarge: 'très grand, géant, très grande taille',
  },
  coats: {
    hairless: 'nu, sans poil, sans poils',
    short: 'court, poil court, ras, poil ras, poils courts',
    medium: 'mi-long, mi long, poil mi-long, poil mi long, moyen, poils mi-longs',
    long: 'long, poil long, poils longs',
    wire: 'dur, poil dur, fil de fer',
    curly: 'frisé, bouclé, poil frisé',
  },
  vaccinated: { yes: 'vacciné, à jour, complet', no: 'non vacciné, pas à jour, pas vacciné' },
  ages: {
    baby: 'bébé, chiot, chaton, nouveau-né, nouveau né',
    young: 'jeune, jeune adulte, junior',
    adult: 'adulte',
    senior: 'senior, sénior, âgé, vieux, vieille, papy, mamie, papi',
  },
  ageUnits: {
    year: 'ans, an, années, année',
    month: 'mois',
    week: 'semaines, semaine, sem',
    day: 'jours, jour',
  },
  numbers: {
    1: 'un, une',
    1.5: '',
    2: 'deux',
    2.5: '',
    3: 'trois',
    4: 'quatre',
    5: 'cinq',
    6: 'six',
    7: 'sept',
    8: 'huit',
    9: 'neuf',
    10: 'dix',
    11: 'onze',
    12: 'douze',
  },
  and: 'et',
  andAHalf: 'et demi, et demie',
  old: `d'âge`,
  about: 'environ, env, à peu près, autour de, presque',
  months: {
    jan: 'janvier, janv, jan',
    feb: 'février, févr, fév',
    mar: 'mars',
    apr: 'avril, avr',
    may: 'mai',
    jun: 'juin',
    jul: 'juillet, juil',
    aug: 'août, aoû',
    sep: 'septembre, sept',
    oct: 'octobre, oct',
    nov: 'novembre, nov',
    dec: 'décembre, déc',
  },
  weekdays: `
    lundi, lun, mardi, mar, mercredi, mer, jeudi, jeu, vendredi, ven, samedi, sam, dimanche, dim`,
  mixed: 'croisé, croisement, métis, bâtard, corniaud, mélange',
  of: `de, d', du, avec`,
  endings: { '': ['s', 'e', 'es'] },
}
