// Generated from openapi.json by `npm run types -w sdk`: do not edit.

/** The documented example of each event that webhooks receive, by its type. */
export const eventExamples = {
  "pet.created": {
    "id": "evt_0000000000000000042",
    "type": "pet.created",
    "time": "2026-11-20T09:30:00.000Z",
    "data": {
      "id": 1,
      "name": "Biscuit",
      "categoryId": 7,
      "status": "available"
    }
  },
  "pet.updated": {
    "id": "evt_0000000000000000043",
    "type": "pet.updated",
    "time": "2026-11-20T09:30:00.000Z",
    "data": {
      "id": 1,
      "name": "Biscuit",
      "categoryId": 7,
      "status": "sold"
    }
  },
  "pet.deleted": {
    "id": "evt_0000000000000000044",
    "type": "pet.deleted",
    "time": "2026-11-20T09:30:00.000Z",
    "data": {
      "id": 1
    }
  },
  "pet.profileUpdated": {
    "id": "evt_0000000000000000045",
    "type": "pet.profileUpdated",
    "time": "2026-11-20T09:30:00.000Z",
    "data": {
      "petId": 1,
      "published": true,
      "publishedAt": "2026-11-20T09:30:00.000Z",
      "species": "dog",
      "breeds": {
        "primary": "Labrador Retriever",
        "secondary": null,
        "mixed": true
      },
      "birthDate": "2024-05-17",
      "birthDateExact": false,
      "sex": "female",
      "size": "large",
      "weightGrams": 24500,
      "coat": "short",
      "colors": [
        "black"
      ],
      "description": "Loves **water** and children.",
      "tags": [
        "playful"
      ],
      "houseTrained": true,
      "spayedNeutered": true,
      "vaccinated": true,
      "declawed": null,
      "specialNeeds": null,
      "goodWith": {
        "children": true,
        "dogs": true,
        "cats": null
      },
      "fee": {
        "amount": 15000,
        "currency": "EUR"
      },
      "bondedWith": [],
      "videos": [],
      "updatedAt": "2026-11-20T09:30:00.000Z"
    }
  },
  "pet.photosUpdated": {
    "id": "evt_0000000000000000046",
    "type": "pet.photosUpdated",
    "time": "2026-11-20T09:30:00.000Z",
    "data": {
      "petId": 1,
      "photos": [
        {
          "id": 1,
          "petId": 1,
          "alt": "Biscuit sits on the grass",
          "focus": {
            "x": 0.5,
            "y": 0.3
          },
          "width": 4032,
          "height": 3024,
          "placeholder": "HwgCBQC2l062eHrqsqT445Nwsgiy",
          "variants": [
            {
              "width": 320,
              "height": 240,
              "format": "webp",
              "url": "/media/5e1f5e1f5e1f5e1f5e1f5e1f5e1f5e1f5e1f5e1f5e1f5e1f5e1f5e1f5e1f5e1f.webp",
              "bytes": 11204
            },
            {
              "width": 320,
              "height": 240,
              "format": "jpeg",
              "url": "/media/c07ac07ac07ac07ac07ac07ac07ac07ac07ac07ac07ac07ac07ac07ac07ac07a.jpg",
              "bytes": 15730
            }
          ],
          "createdAt": "2026-11-20T09:30:00.000Z"
        }
      ]
    }
  },
  "listing.published": {
    "id": "evt_0000000000000000047",
    "type": "listing.published",
    "time": "2026-11-20T09:30:00.000Z",
    "data": {
      "petId": 1,
      "published": true,
      "publishedAt": "2026-11-20T09:30:00.000Z",
      "species": "dog",
      "breeds": {
        "primary": "Labrador Retriever",
        "secondary": null,
        "mixed": true
      },
      "birthDate": "2024-05-17",
      "birthDateExact": false,
      "sex": "female",
      "size": "large",
      "weightGrams": 24500,
      "coat": "short",
      "colors": [
        "black"
      ],
      "description": "Loves **water** and children.",
      "tags": [
        "playful"
      ],
      "houseTrained": true,
      "spayedNeutered": true,
      "vaccinated": true,
      "declawed": null,
      "specialNeeds": null,
      "goodWith": {
        "children": true,
        "dogs": true,
        "cats": null
      },
      "fee": {
        "amount": 15000,
        "currency": "EUR"
      },
      "bondedWith": [],
      "videos": [],
      "updatedAt": "2026-11-20T09:30:00.000Z"
    }
  },
  "listing.unpublished": {
    "id": "evt_0000000000000000048",
    "type": "listing.unpublished",
    "time": "2026-11-20T09:30:00.000Z",
    "data": {
      "petId": 1
    }
  },
  "order.placed": {
    "id": "evt_0000000000000000049",
    "type": "order.placed",
    "time": "2026-11-20T09:30:00.000Z",
    "data": {
      "id": 1,
      "petId": 1,
      "status": "placed",
      "customer": {
        "name": "Ada Lovelace",
        "email": "ada@example.org"
      },
      "createdAt": "2026-11-20T09:30:00.000Z",
      "updatedAt": "2026-11-20T09:30:00.000Z",
      "expiresAt": "2026-11-23T09:30:00.000Z"
    }
  },
  "order.updated": {
    "id": "evt_0000000000000000050",
    "type": "order.updated",
    "time": "2026-11-20T09:30:00.000Z",
    "data": {
      "id": 1,
      "petId": 1,
      "status": "approved",
      "customer": {
        "name": "Ada Lovelace",
        "email": "ada@example.org"
      },
      "createdAt": "2026-11-20T09:00:00.000Z",
      "updatedAt": "2026-11-20T09:30:00.000Z"
    }
  },
  "application.submitted": {
    "id": "evt_0000000000000000051",
    "type": "application.submitted",
    "time": "2026-11-20T09:30:00.000Z",
    "data": {
      "id": 1,
      "petId": 1,
      "formId": 1,
      "createdAt": "2026-11-20T09:30:00.000Z",
      "status": "submitted",
      "updatedAt": "2026-11-20T09:30:00.000Z"
    }
  },
  "application.updated": {
    "id": "evt_0000000000000000052",
    "type": "application.updated",
    "time": "2026-11-20T09:30:00.000Z",
    "data": {
      "id": 1,
      "petId": 1,
      "formId": 1,
      "createdAt": "2026-11-20T09:00:00.000Z",
      "status": "inReview",
      "assigneeId": 1,
      "updatedAt": "2026-11-20T09:30:00.000Z"
    }
  },
  "category.updated": {
    "id": "evt_0000000000000000053",
    "type": "category.updated",
    "time": "2026-11-20T09:30:00.000Z",
    "data": {
      "id": 7,
      "name": "Dogs",
      "petCounts": {
        "available": 12,
        "pending": 1,
        "sold": 30
      }
    }
  },
  "key.banned": {
    "id": "evt_0000000000000000054",
    "type": "key.banned",
    "time": "2026-11-20T09:30:00.000Z",
    "data": {
      "keyId": 1,
      "accountId": 1,
      "until": "2026-11-20T09:35:00.000Z",
      "level": 1
    }
  },
  "webhook.disabled": {
    "id": "evt_0000000000000000055",
    "type": "webhook.disabled",
    "time": "2026-11-20T09:30:00.000Z",
    "data": {
      "id": 1,
      "url": "https://shelter.example.org/hooks/adoptions",
      "types": [
        "pet.created",
        "pet.updated"
      ],
      "enabled": false,
      "health": "disabled",
      "disabledAt": "2026-11-20T09:30:00.000Z",
      "disabledReason": "failing",
      "createdAt": "2026-11-01T09:30:00.000Z"
    }
  },
  "webhook.test": {
    "id": "test_pV2Zq0m8bXcJr3TnYw5sKg",
    "type": "webhook.test",
    "time": "2026-11-20T09:30:00.000Z",
    "data": {
      "id": 1,
      "url": "https://shelter.example.org/hooks/adoptions",
      "types": [
        "pet.created",
        "pet.updated"
      ],
      "enabled": true,
      "health": "working",
      "createdAt": "2026-11-20T09:30:00.000Z"
    }
  }
} as const
