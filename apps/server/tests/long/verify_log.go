// Checks a copy of a log with golang.org/x/mod/sumdb, which is not ours: verify_log FOLDER VKEY [EARLIER-CHECKPOINT].
// Every tile is authenticated against the signed root, every entry proven in it, and the earlier tree proven to be kept.
package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const height = 8

func stop(format string, values ...interface{}) {
	fmt.Printf("FAIL "+format+"\n", values...)
	os.Exit(1)
}

// open reads a checkpoint that was signed by the key.
func open(path string, verifiers note.Verifiers) tlog.Tree {
	text, err := os.ReadFile(path)
	if err != nil {
		stop("checkpoint: %v", err)
	}
	opened, err := note.Open(text, verifiers)
	if err != nil {
		stop("checkpoint: %v", err)
	}
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		stop("checkpoint: %v", err)
	}
	root, err := base64.StdEncoding.DecodeString(lines[2])
	if err != nil || len(root) != tlog.HashSize {
		stop("checkpoint: bad root")
	}
	tree := tlog.Tree{N: size}
	copy(tree.Hash[:], root)
	return tree
}

// folder reads tiles from files. C2SP's paths have no height; those of the package do.
type folder string

func (f folder) Height() int                               { return height }
func (f folder) SaveTiles(tiles []tlog.Tile, data [][]byte) {}
func (f folder) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range tiles {
		path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		data, err := os.ReadFile(filepath.Join(string(f), path))
		if err != nil {
			return nil, err
		}
		all = append(all, data)
	}
	return all, nil
}

// entries reads all entries from their bundles.
func entries(root string, size int64) [][]byte {
	var all [][]byte
	for first := int64(0); first < size; first += 1 << height {
		width := size - first
		if width > 1<<height {
			width = 1 << height
		}
		tile := tlog.Tile{H: height, L: 0, N: first >> height, W: int(width)}
		path := strings.Replace(tile.Path(), "tile/8/0/", "tile/entries/", 1)
		data, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			stop("entries: %v", err)
		}
		for len(data) > 0 {
			if len(data) < 2 || len(data) < 2+int(data[0])<<8+int(data[1]) {
				stop("entries: %s is cut off", path)
			}
			length := int(data[0])<<8 + int(data[1])
			all = append(all, data[2:2+length])
			data = data[2+length:]
		}
	}
	return all
}

func main() {
	verifier, err := note.NewVerifier(os.Args[2])
	if err != nil {
		stop("key: %v", err)
	}
	verifiers := note.VerifierList(verifier)
	tree := open(filepath.Join(os.Args[1], "checkpoint"), verifiers)
	reader := tlog.TileHashReader(tree, folder(os.Args[1]))
	all := entries(os.Args[1], tree.N)
	if int64(len(all)) != tree.N {
		stop("entries: %d, not %d", len(all), tree.N)
	}
	for index, entry := range all {
		proof, err := tlog.ProveRecord(tree.N, int64(index), reader)
		if err != nil {
			stop("entry %d: %v", index, err)
		}
		if err := tlog.CheckRecord(proof, tree.N, tree.Hash, int64(index), tlog.RecordHash(entry)); err != nil {
			stop("entry %d: %v", index, err)
		}
	}
	if len(os.Args) > 3 {
		earlier := open(os.Args[3], verifiers)
		proof, err := tlog.ProveTree(tree.N, earlier.N, reader)
		if err != nil {
			stop("earlier checkpoint: %v", err)
		}
		if err := tlog.CheckTree(proof, tree.N, tree.Hash, earlier.N, earlier.Hash); err != nil {
			stop("earlier checkpoint: %v", err)
		}
	}
	fmt.Printf("PASS %d entries\n", tree.N)
}
