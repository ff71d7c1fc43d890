// Lists animals, adds one with a photo, reads an error and the first events: go run . PHOTO.jpg
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"example.com/adoption/petstore"
)

func main() {
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("PETSTORE_KEY"))
		return nil
	}
	client, err := petstore.NewClientWithResponses(os.Getenv("PETSTORE_URL")+"/v1", petstore.WithRequestEditorFn(authorize))
	check(err)
	ctx := context.Background()

	limit := 5
	pets, err := client.ListPetsWithResponse(ctx, &petstore.ListPetsParams{Limit: &limit})
	check(err)
	expect(pets.JSON200 != nil, pets.Body)
	fmt.Printf("listed %d\n", len(*pets.JSON200))

	pet, err := client.CreatePetWithResponse(ctx, nil, petstore.NewPet{Name: "Frank", CategoryId: 9007199254740993})
	check(err)
	expect(pet.JSON201 != nil, pet.Body)
	fmt.Printf("created %s in category %d\n", pet.JSON201.Name, pet.JSON201.CategoryId)

	picture, err := os.Open(os.Args[1])
	check(err)
	photo, err := client.AddPhotoWithBodyWithResponse(ctx, pet.JSON201.Id, nil, "image/jpeg", picture)
	check(err)
	expect(photo.JSON201 != nil, photo.Body)
	fmt.Printf("photo of %d x %d pixels\n", photo.JSON201.Width, photo.JSON201.Height)

	missing, err := client.GetListingWithResponse(ctx, 404, nil)
	check(err)
	if missing.JSON404 != nil {
		fmt.Printf("error %d %s\n", missing.JSON404.Status, missing.JSON404.Code)
	}

	limit = 100
	events, err := client.ListEventsWithResponse(ctx, &petstore.ListEventsParams{Limit: &limit})
	check(err)
	expect(events.JSON200 != nil, events.Body)
	// A later version may send types of events that this client does not know.
	for _, event := range *events.JSON200 {
		fmt.Printf("event %s\n", event.Type)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func expect(success bool, body []byte) {
	if !success {
		log.Fatal(string(body))
	}
}
